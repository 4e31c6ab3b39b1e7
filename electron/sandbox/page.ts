/** The page for people, as plain text: what the sandbox is, its addresses, and curl examples that work unchanged. */
import type { SandboxInfo } from './index.ts'

export function page(info: SandboxInfo, customers: number): string {
  const { baseUrl, segment, clientId, clientSecret, controlUrl, controlToken } = info
  const service = `${baseUrl}/${segment}`
  const get = 'curl -s -H "Authorization: Bearer $TOKEN"'
  const post = `${get} -H 'Content-Type: application/json'`
  const control = `curl -s -H 'Authorization: Bearer ${controlToken}'`
  const controlPost = `${control} -H 'Content-Type: application/json'`
  const search = `'{"searchKey":"EMAIL","searchQuery":"example.com","searchMode":"contains","pageSize":3}'`
  // The shell puts the package's identifier into the body.
  const order =
    '"{\\"inventoryItemId\\":\\"$PACKAGE\\",\\"metatag\\":\\"my first order\\",' +
    '\\"userIp\\":\\"203.0.113.7\\",\\"userCountry\\":\\"DE\\"}"'
  return `
eSIM Desk sandbox: the reseller service, embedded. Nothing is real, nothing is stored; it has ${customers} invented customers.

  Service address  ${baseUrl}
  Path segment     ${segment}
  Client ID        ${clientId}
  Client secret    ${clientSecret}

  Control plane    ${controlUrl}
  Control token    ${controlToken}

Call the service:

  TOKEN=$(curl -s -X POST -u '${clientId}:${clientSecret}' ${baseUrl}/reseller/authenticate | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
  ${get} ${service}/products/inventory
  ${get} '${service}/activations/customers?page_size=3&page_index=0&only_active_profiles=false'
  ${post} -d ${search} ${service}/activations/search-customers

Sell a package, and refund it:

  PACKAGE=$(${get} '${service}/products/inventory?sort_by=AMOUNT' | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
  SALE=$(${post} -d ${order} ${service}/activations/register)
  ITEM=$(echo "$SALE" | sed 's/.*"activatedItem":{"uid":"\\([^"]*\\)".*/\\1/')
  ICCID=$(echo "$SALE" | sed 's/.*"iccid":"\\([^"]*\\)".*/\\1/')
  CUSTOMER=$(echo "$SALE" | sed 's/.*"customer":{"email":null,"uid":"\\([^"]*\\)".*/\\1/')
  ${get} ${service}/activations/customers/$CUSTOMER
  ${get} -X POST ${baseUrl}/activations/activated-items/$ITEM/refund

Cause events:

  ${control} ${controlUrl}/state
  ${control} ${controlUrl}/samples
  ${controlPost} -d '{"esimStatus":"http://127.0.0.1:9999/esim","thresholds":[50,80,100]}' ${controlUrl}/webhooks
  ${controlPost} -d '{}' ${controlUrl}/esims/$ICCID/install
  ${controlPost} -d '{"country":"FR"}' ${controlUrl}/customers/$CUSTOMER/enter
  ${control} ${controlUrl}/webhooks/deliveries
  ${controlPost} -d '{"endpoint":"refund","kind":"dropAfter"}' ${controlUrl}/faults
  ${control} ${controlUrl}/faults/kinds
  ${control} ${controlUrl}/assumptions
  ${control} ${controlUrl}/ledger
  ${controlPost} -d '{"advance":"90 days"}' ${controlUrl}/clock

Ctrl+C stops it.
`
}
