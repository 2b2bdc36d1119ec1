import type { Metadata } from "next";
import Link from "next/link";
import { readSettings } from "@/app/demo/backend/settings";
import { ByCode } from "@/app/demo/by-code";
import { Card } from "@/app/demo/card";

export const metadata: Metadata = { title: "I lost my passkey" };

export default async function RecoverPage() {
  await readSettings();
  return (
    <Card
      title="I lost my passkey"
      lead={
        "Sign in with a code to your verified email. Then create a new passkey and remove the lost one."
      }
    >
      <ByCode purpose="recovery" />
      <p className="text-center text-sm text-quiet">
        Found it?{" "}
        <Link href="/demo/login" className="text-accent underline underline-offset-4">
          Sign in with it
        </Link>
      </p>
    </Card>
  );
}
