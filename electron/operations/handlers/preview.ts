/** Previews an operation. A preview moves no credits. */
import { currentRules } from '../buyingRules.ts'
import type { Handler } from '../context.ts'
import type { PreviewContext } from '../preview/previewContext.ts'
import { previewItemOperation } from '../preview/previewItem.ts'
import { previewPurchase } from '../preview/previewPurchase.ts'
import { refusedByJournal } from '../preview/previews.ts'

export const preview: Handler<'preview'> =
  (context) =>
  async (target, { signal }) => {
    const { connections, guard, recovery, journal, notes, clock, inventoryItems, newId, previews } = context
    const open = connections.require()
    await guard.state()
    guard.noteChange(open)
    recovery.recoverOrphaned()
    const previewContext: PreviewContext = {
      open,
      journal,
      notes,
      clock,
      inventoryItems,
      rules: currentRules(journal, open),
      newId,
      signal,
    }
    const bound = await ('itemUid' in target
      ? previewItemOperation(target, previewContext)
      : previewPurchase(target, previewContext))
    const refusal = guard.refusal(open)
    const permitted = refusal === null ? bound : refusedByJournal(bound, refusal)
    previews.add(permitted)
    return permitted.view
  }
