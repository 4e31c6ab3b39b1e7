/**
 * Compiles the window's strings during the build: vue-i18n then needs neither its compiler nor the time to compile.
 * Text without placeholders stays text; the rest becomes the compiler's syntax tree, which the library reads directly.
 */
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

type Compile = (message: string, options: object) => { readonly ast: { readonly b?: { readonly s?: unknown } } }

/** The compiler that belongs to the installed version of the library. */
const library: unknown = createRequire(createRequire(import.meta.url).resolve('vue-i18n'))('@intlify/message-compiler')

function compilerOf(module: unknown): Compile {
  if (hasCompiler(module)) return module.baseCompile
  throw new Error('vue-i18n has no message compiler any more')
}

function hasCompiler(module: unknown): module is { readonly baseCompile: Compile } {
  return (
    typeof module === 'object' && module !== null && 'baseCompile' in module && typeof module.baseCompile === 'function'
  )
}

const compile = compilerOf(library)

/** @param messages strings, in folders of any depth */
export function compileMessages(messages: unknown): unknown {
  if (typeof messages === 'string') return compileMessage(messages)
  if (typeof messages !== 'object' || messages === null) throw new TypeError('A message is a string')
  return Object.fromEntries(Object.entries(messages).map(([key, inner]) => [key, compileMessages(inner)]))
}

function compileMessage(message: string): unknown {
  const onError = (error: Error): never => {
    throw new Error(`The message "${message}" can't be compiled: ${error.message}`)
  }
  const { ast } = compile(message, { jit: true, location: false, optimize: true, minify: true, mangle: true, onError })
  return ast.b?.s ?? ast
}

export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ define: { __INTLIFY_DROP_MESSAGE_COMPILER__: 'true' } }),
    transform: {
      filter: { id: /\/renderer\/locales\/\w+\/\w+\.json$/ },
      handler: (code) => ({ code: JSON.stringify(compileMessages(JSON.parse(code))), map: null }),
    },
  }
}
