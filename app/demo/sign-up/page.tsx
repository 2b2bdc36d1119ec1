import type { Metadata } from "next";
import { readSettings } from "@/app/demo/backend/settings";
import { Card } from "@/app/demo/card";
import { SignUpForm } from "./sign-up-form";

export const metadata: Metadata = { title: "Create an account by email" };

export default async function SignUpPage() {
  await readSettings();
  return (
    <Card
      title="Create your account"
      lead="Verify your email first, so that you can recover your account. Then create a passkey."
    >
      <SignUpForm />
    </Card>
  );
}
