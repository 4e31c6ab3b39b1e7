/** Runs the commands by which a test acts as a person or the system. */
import { app } from './app.ts'
import {
  answerDialog,
  clickMenu,
  clickNotification,
  nativeTheme,
  powerMonitor,
  setNextSave,
  timeOutNotification,
} from './desktop.ts'
import { createEvent, report } from './reports.ts'
import { setProxyAnswer } from './session.ts'
import { setNextPrint } from './webContents.ts'
import { BrowserWindow } from './window.ts'
import { type Command, CommandMessage } from './wire.ts'

function firstWindow(): BrowserWindow {
  const [window] = BrowserWindow.getAllWindows()
  if (window === undefined) throw new Error('The program has no window')
  return window
}

async function runCommand(command: Command): Promise<unknown> {
  switch (command.do) {
    case 'quit':
      return app.quit()
    case 'closeWindow':
      return firstWindow().close()
    case 'crashWindow':
      return firstWindow().webContents.forcefullyCrashRenderer()
    case 'shutdown': {
      const event = createEvent()
      powerMonitor.emit('shutdown', event)
      report('powerMonitor.shutdown', { prevented: event.defaultPrevented })
      // macOS then asks the program to quit; a prevented quit would stop the shut-down.
      return app.quit()
    }
    case 'sessionEnd':
      for (const window of BrowserWindow.getAllWindows()) window.emit('session-end', createEvent())
      report('session-end')
      return
    case 'resume':
      powerMonitor.emit('resume')
      return
    case 'answerDialog':
      return answerDialog(command.response)
    case 'nextPrint':
      return setNextPrint(command.failureReason)
    case 'proxy':
      return setProxyAnswer(command.answer)
    case 'evaluate':
      return await firstWindow().webContents.executeJavaScript(command.expression)
    case 'nextSave':
      return setNextSave(command.folder)
    case 'systemTheme':
      return nativeTheme.setSystemTheme(command.isDark)
    case 'zoomWheel':
      firstWindow().webContents.emit('zoom-changed', createEvent(), command.direction)
      return
    case 'childProcessGone':
      app.emit('child-process-gone', createEvent(), command.details)
      return
    case 'throw':
      setImmediate(() => {
        throw new Error('An exception that a test asked for')
      })
      return
    case 'contextMenu':
      firstWindow().webContents.emit('context-menu', createEvent(), command.params)
      return
    case 'clickNotification':
      return clickNotification()
    case 'timeOutNotification':
      return timeOutNotification()
    case 'clickMenu':
      return clickMenu(command.path)
    case 'arrangeWindow':
      if (command.bounds !== undefined) firstWindow().setBounds(command.bounds)
      if (command.state !== undefined) firstWindow().arrange(command.state)
      return
  }
}

/** Replies to every command with the message of its error, or null. */
export function listenForCommands(): void {
  process.on('message', (message) => {
    const parsed = CommandMessage.safeParse(message)
    if (!parsed.success) return
    const { standInCommand, command } = parsed.data
    const reply = (error: string | null, value?: unknown): void => {
      if (process.connected) process.send?.({ standInReply: standInCommand, error, value })
    }
    runCommand(command).then(
      (value) => reply(null, value),
      (error: unknown) => reply(error instanceof Error ? error.message : 'failed'),
    )
  })
  // The channel must not keep the program alive.
  process.channel?.unref()
}
