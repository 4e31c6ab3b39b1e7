/** Shows the progress of a download: one line that is rewritten on a terminal, a new line at each tenth elsewhere. */

const megabytes = (bytes) => Math.round(bytes / 1e6)

/** @param {{ print: (text: string) => void, stream?: { isTTY?: boolean, write: (text: string) => void } }} options */
export function createProgressLine({ print, stream = process.stderr }) {
  let shown = -1
  let isOpen = false
  const text = (received, total) => {
    const share = total ? ` of ${megabytes(total)} MB, ${Math.floor((100 * received) / total)} %` : ' MB'
    return `  ${megabytes(received)}${share}`
  }
  return {
    update(received, total) {
      const step = total ? Math.floor((10 * received) / total) : Math.floor(received / 10e6)
      if (stream.isTTY) {
        isOpen = true
        stream.write(`\r${text(received, total)} `)
      } else if (step > shown) print(text(received, total))
      shown = Math.max(shown, step)
    },
    end() {
      if (isOpen) stream.write('\n')
      isOpen = false
    },
  }
}
