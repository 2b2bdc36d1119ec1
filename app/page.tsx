import type { Metadata } from "next";
import { connection } from "next/server";
import { getConfig } from "@/lib/config";
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
  await connection();
  const { mode, baseUrl } = getConfig();
  const hasDemo = mode === "local";
  return (
    <>
      <TopBar hasDemo={hasDemo} />
      <main>
        <Hero hasDemo={hasDemo} baseUrl={baseUrl} />
        <FourParts />
        <Audience />
        <Comparison />
        <NextSteps />
      </main>
      <EndpointFooter />
    </>
  );
}
