import { ServiceError } from "@/lib/errors";
import { hasMediaType } from "./has-media-type";
import { readBytes } from "./read-json";

/**
 * Reads the fields of a form that a browser submits without a script. At most 64 KiB.
 * @throws UnsupportedMediaType · PayloadTooLarge
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!hasMediaType(request, "application/x-www-form-urlencoded"))
    throw new ServiceError("@error/UnsupportedMediaType");
  return new URLSearchParams(Buffer.from(await readBytes(request)).toString());
}
