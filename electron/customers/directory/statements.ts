/** Keeps prepared statements by their text. At most `limit` of them are kept; then all are prepared again. */
export function keepStatements<Statement>(
  prepare: (sql: string) => Statement,
  limit: number,
): (sql: string) => Statement {
  const kept = new Map<string, Statement>()
  return (sql) => {
    const known = kept.get(sql)
    if (known !== undefined) return known
    if (kept.size >= limit) kept.clear()
    const statement = prepare(sql)
    kept.set(sql, statement)
    return statement
  }
}
