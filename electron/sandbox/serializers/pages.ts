/** HTML pages that a proxy or a portal sends in place of a response of the service. */

export const proxyPage = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>gateway/1.0</center></body></html>
`

export const loginPage = `<!DOCTYPE html>
<html><head><title>Sign in to the network</title></head>
<body><h1>Welcome to the guest network</h1>
<form method="post" action="/login"><label>Room number <input name="room"></label><button>Connect</button></form></body></html>
`
