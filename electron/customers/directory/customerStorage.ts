/** What the parser's thread needs of the directory, so that it prepares what the directory stores. */
import { keyedHash } from '../../base/keyedHash.ts'
import type { CustomerStorage } from '../../service/index.ts'
import { digestOf, openDigestTable } from './digestTable.ts'
import { createPacker } from './packedItems.ts'
import { headOf, prepareCustomer } from './preparedCustomer.ts'

export const customerStorage: CustomerStorage = {
  openKnown(known) {
    const { find } = openDigestTable(known)
    return { digestOf: (bytes) => digestOf(bytes, known.key), find }
  },
  createPacker(hashKey) {
    const hash = keyedHash(hashKey)
    const packer = createPacker()
    return {
      add(customer) {
        const prepared = prepareCustomer(customer, (code) => hash('code', code))
        packer.add(headOf(prepared), prepared.copy)
      },
      take: packer.take,
    }
  },
}
