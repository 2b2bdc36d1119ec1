import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";

/** Your application has a table for this. `sub` is Keystead's id of the user. */
export interface Account {
  id: string;
  /** Unique. */
  email: string;
  sub?: string;
}

const { ACCOUNTS_FILE = "accounts.json" } = process.env;

async function readAccounts(): Promise<Account[]> {
  const text = await readFile(ACCOUNTS_FILE, "utf8").catch(() => "[]");
  return JSON.parse(text) as Account[];
}

const write = (accounts: Account[]) => writeFile(ACCOUNTS_FILE, JSON.stringify(accounts, null, 2));

export async function accountById(id: string): Promise<Account | undefined> {
  return (await readAccounts()).find((account) => account.id === id);
}

/** Finds or creates the account of an email. Call it only with an email that a code verified. */
export async function accountOf(verifiedEmail: string): Promise<Account> {
  const accounts = await readAccounts();
  const existing = accounts.find(({ email }) => email === verifiedEmail);
  if (existing !== undefined) return existing;
  const created = { id: randomUUID(), email: verifiedEmail };
  await write([...accounts, created]);
  return created;
}

export async function storeSub(id: string, sub: string): Promise<void> {
  const accounts = await readAccounts();
  await write(accounts.map((account) => (account.id === id ? { ...account, sub } : account)));
}
