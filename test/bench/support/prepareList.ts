/**
 * The program of `prepareList`: writes a list of customers and prints its bytes.
 * Arguments: the file, the number of customers, and of how many customers one has changed.
 */
import { writeList } from './customerBody.ts'

const [, , file = '', total, changedEvery] = process.argv
process.stdout.write(String(await writeList(file, Number(total), Number(changedEvery))))
