import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

// Your application has a table for this: id, email (unique) and sub, Keystead's id of the user.
const { ACCOUNTS_FILE = "accounts.json" } = process.env;
const accounts = existsSync(ACCOUNTS_FILE) ? JSON.parse(readFileSync(ACCOUNTS_FILE, "utf8")) : [];
const save = () => writeFileSync(ACCOUNTS_FILE, JSON.stringify(accounts, null, 2));

export const accountById = (id) => accounts.find((account) => account.id === id);

/** Finds or creates the account of an email. Call it only with an email that a code verified. */
export function accountOf(verifiedEmail) {
  const existing = accounts.find(({ email }) => email === verifiedEmail);
  if (existing !== undefined) return existing;
  const created = { id: randomUUID(), email: verifiedEmail };
  accounts.push(created);
  save();
  return created;
}

export function removeAccount(account) {
  accounts.splice(accounts.indexOf(account), 1);
  save();
}

export function storeSub(account, sub) {
  account.sub = sub;
  save();
}
