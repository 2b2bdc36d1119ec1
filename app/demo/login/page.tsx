import type { Metadata } from "next";
import { readSettings } from "@/app/demo/backend/settings";
import { isSameHost } from "@/app/demo/backend/site";
import { Card } from "@/app/demo/card";
import { HostedSignIn } from "./hosted-sign-in";
import { LoginForm } from "./login-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage() {
  const { endpoint, tenancyId, clientId } = await readSettings();
  return (
    <Card title="Welcome back" lead="Sign in with your passkey.">
      <LoginForm settings={{ endpoint, tenancyId, clientId }} />
      {(await isSameHost(endpoint)) && <HostedSignIn />}
    </Card>
  );
}
