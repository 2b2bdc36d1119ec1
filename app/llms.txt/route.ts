import { connection } from "next/server";
import { briefText } from "@/app/docs/llms-text";

/** What this documentation has, for programs that read. */
export async function GET(): Promise<Response> {
  await connection();
  return new Response(briefText(), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=300",
    },
  });
}
