export class PemProblem extends Error {}
export function readPem(name: string, value: string | undefined): string | null
