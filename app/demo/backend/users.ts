import { randomUUID } from "node:crypto";
import { z } from "zod";
import { demoDatabase } from "./database";
import type { Principal } from "./keystead";

const User = z.object({ id: z.string(), sub: z.string(), email: z.string(), givenName: z.string(), familyName: z.string() });

/** A user of this application: its own id, and beside it the service's `sub`. */
export type User = z.infer<typeof User>;

const columns = `id, sub, email, given_name AS "givenName", family_name AS "familyName"`;

/** This application's own id for whoever comes next. */
export const createUserId = () => `user-${randomUUID()}`;

/** The user whom the principal names; made when they have never been here. */
export async function findOrCreateUser(principal: Principal, newId: string): Promise<User> {
  const { sub, user } = principal;
  const database = await demoDatabase();
  const { rows } = await database.query(
    `INSERT INTO keystead_demo.users AS known (id, sub, email, given_name, family_name) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (sub) DO UPDATE SET sub = known.sub RETURNING ${columns}`,
    [newId, sub, user.email, user.givenName, user.familyName],
  );
  return User.parse(rows[0]);
}

export async function findUser(id: string): Promise<User | undefined> {
  const database = await demoDatabase();
  const { rows } = await database.query(`SELECT ${columns} FROM keystead_demo.users WHERE id = $1`, [id]);
  return rows[0] === undefined ? undefined : User.parse(rows[0]);
}
