export async function pendingMigrations(_: { query: unknown; folder: string }): Promise<string[]> {
  return [];
}
