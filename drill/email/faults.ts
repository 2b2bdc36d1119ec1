import type { ResendReceiver } from "@/testing/resend-receiver";
import type { Phase } from "./judge";

/** What happens to the first of two providers. */
export interface ProviderFault extends Phase {
  begin(first: ResendReceiver): void | Promise<void>;
  end(first: ResendReceiver): void | Promise<void>;
}

const behaves = (
  name: string,
  behaviour: ResendReceiver["behaviour"],
  { limitSeconds = 10, mayRepeat = false } = {},
): ProviderFault => ({
  name,
  limitSeconds,
  mayRepeat,
  begin: (first) => void (first.behaviour = behaviour),
  end: (first) => first.release(),
});

const answers = (status: number, name: string) =>
  behaves(`answers ${status}`, { status, name, message: "No." });

export const providerFaults: ProviderFault[] = [
  {
    name: "is down",
    limitSeconds: 10,
    mayRepeat: false,
    begin: (first) => first.close(),
    end: (first) => first.comeBack(),
  },
  answers(500, "internal_server_error"),
  answers(401, "missing_api_key"),
  answers(429, "daily_quota_exceeded"),
  behaves("accepts, and breaks the connection", "take and drop", { mayRepeat: true }),
  behaves("hangs", "hold", { limitSeconds: 20 }),
  behaves("accepts, and hangs", "take and hold", { limitSeconds: 20, mayRepeat: true }),
];
