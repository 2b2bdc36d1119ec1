import type { Metadata } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import { getConfig } from "@/lib/config";
import { themeCookie, toTheme } from "@/lib/contract/theme";
import { Audience } from "./landing/audience";
import { Comparison } from "./landing/comparison";
import { EndpointFooter } from "./landing/endpoint-footer";
import { FourParts } from "./landing/four-parts";
import { Hero } from "./landing/hero";
import { NextSteps } from "./landing/next-steps";
import { TopBar } from "./landing/top-bar";

/** Search engines skip production installations, which are not about Keystead. */
export async function generateMetadata(): Promise<Metadata> {
  await connection();
  return {
    title: "Keystead: self-hosted passkey sign-in",
    ...(getConfig().mode === "production" ? { robots: { index: false } } : {}),
  };
}

export default async function LandingPage() {
  const theme = toTheme((await cookies()).get(themeCookie)?.value);
  const { mode, baseUrl } = getConfig();
  const hasDemo = mode === "local";
  return (
    <div data-theme={theme} className="contents">
      <TopBar hasDemo={hasDemo} />
      <main>
        <Hero theme={theme} hasDemo={hasDemo} baseUrl={baseUrl} />
        <FourParts theme={theme} />
        <Audience />
        <Comparison />
        <NextSteps />
      </main>
      <EndpointFooter />
    </div>
  );
}
