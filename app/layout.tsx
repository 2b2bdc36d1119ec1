import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { themeCookie, toTheme } from "@/components/ui/theme";
import "./globals.css";

export const metadata: Metadata = {
  title: "Keystead",
  description: "Passkeys and email codes for the users of your applications, self-hosted",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = toTheme((await cookies()).get(themeCookie)?.value);
  return (
    <html lang="en" data-theme={theme}>
      <body className="min-h-dvh font-sans antialiased">{children}</body>
    </html>
  );
}
