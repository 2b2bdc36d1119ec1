import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import { deleteSession } from "@/app/demo/backend/sessions";

export const POST = handler(z.object({}), async () => {
  await deleteSession();
  return { calls: [] };
});
