import { connection } from "next/server";
import { fullText } from "@/app/docs/llms-text";

/** All of the documentation in one text. */
export async function GET(): Promise<Response> {
  await connection();
  return new Response(fullText(), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=300",
    },
  });
}
