import type { Metadata } from "next";
import { readSettings } from "@/app/demo/backend/settings";
import { Card } from "@/app/demo/card";
import { SignUpForm } from "./sign-up-form";

export const metadata: Metadata = { title: "Create an account by e-mail" };

export default async function SignUpPage() {
  await readSettings();
  return (
    <Card
      title="Create your account"
      lead="First your mailbox, so that you can always get back in; then a passkey, so that you rarely have to."
    >
      <SignUpForm />
    </Card>
  );
}
