import { redirect } from "next/navigation";
import { findSession } from "./backend/sessions";
import { readSettings } from "./backend/settings";

export default async function DemoPage() {
  await readSettings();
  redirect((await findSession()) === undefined ? "/demo/register" : "/demo/account");
}
