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
      lead="No password to invent: your device makes a passkey and keeps it."
    >
      <RegisterForm settings={{ endpoint, tenancyId, clientId }} />
    </Card>
  );
}
