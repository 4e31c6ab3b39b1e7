/** The page for people: plain text, what this is, where it is, and examples with curl. */
import type { SandboxInfo } from './index.ts'

export function page(info: SandboxInfo, customers: number): string {
  const { baseUrl, segment, clientId, clientSecret, controlUrl, controlToken } = info
  return `
eSIM Desk sandbox: the reseller service, embedded. Nothing here is real; nothing is stored; ${customers} made-up customers.

  Service address  ${baseUrl}
  Path segment     ${segment}
  Client ID        ${clientId}
  Client secret    ${clientSecret}

  Control plane    ${controlUrl}
  Control token    ${controlToken}

Try it:

  TOKEN=$(curl -s -X POST -u '${clientId}:${clientSecret}' ${baseUrl}/reseller/authenticate | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
  curl -s -H "Authorization: Bearer $TOKEN" ${baseUrl}/${segment}/products/inventory
  curl -s -H "Authorization: Bearer $TOKEN" '${baseUrl}/${segment}/activations/customers?page_size=3&page_index=0&only_active_profiles=false'

Make something happen:

  curl -s -H 'Authorization: Bearer ${controlToken}' ${controlUrl}/state
  curl -s -H 'Authorization: Bearer ${controlToken}' ${controlUrl}/samples
  curl -s -H 'Authorization: Bearer ${controlToken}' -H 'Content-Type: application/json' -d '{"advance":"90 days"}' ${controlUrl}/clock
  curl -s -H 'Authorization: Bearer ${controlToken}' -H 'Content-Type: application/json' -d '{"endpoint":"refund","kind":"dropAfter"}' ${controlUrl}/faults
  curl -s -H 'Authorization: Bearer ${controlToken}' ${controlUrl}/ledger

Ctrl+C ends it.
`
}
