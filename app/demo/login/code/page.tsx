import type { Metadata } from "next";
import Link from "next/link";
import { readSettings } from "@/app/demo/backend/settings";
import { ByCode } from "@/app/demo/by-code";
import { Card } from "@/app/demo/card";

export const metadata: Metadata = { title: "Sign in with an emailed code" };

export default async function CodePage() {
  await readSettings();
  return (
    <Card title="Sign in with an emailed code" lead="We send a code to your verified email.">
      <ByCode purpose="login" />
      <p className="text-center text-sm text-quiet">
        <Link href="/demo/login" className="text-accent underline underline-offset-4">
          Use a passkey instead
        </Link>
      </p>
    </Card>
  );
}
