import "./globals.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Listening } from "@/components/ui/listening";

export const metadata: Metadata = {
  title: "Keystead",
  description: "Passkeys and emailed codes for the users of your applications, self-hosted",
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans antialiased">
        {children}
        <Listening />
      </body>
    </html>
  );
}
