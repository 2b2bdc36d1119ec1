import type { Metadata } from "next";
import { readSettings } from "@/app/demo/backend/settings";
import { Card } from "@/app/demo/card";
import { RegisterForm } from "./register-form";

export const metadata: Metadata = { title: "Create an account" };

export default async function RegisterPage() {
  const { endpoint, tenancyId, clientId } = await readSettings();
  return (
    <Card
      title="Create your account"
      lead="No password needed. Your device creates a passkey and stores it."
    >
      <RegisterForm settings={{ endpoint, tenancyId, clientId }} />
    </Card>
  );
}
