import ipaddr from "ipaddr.js";

const localRanges = new Set(["loopback", "unspecified"]);
const privateRanges = new Set(["private", "uniqueLocal", "linkLocal", "carrierGradeNat"]);

/** Returns an address prefix such as "203.0.113.0/24" in words that follow "from". */
export function describeNetwork(prefix: string): string {
  const [address = ""] = prefix.split("/");
  if (!ipaddr.isValid(address)) return "an unknown network";
  const range = ipaddr.process(address).range();
  // The /48 of ::1 is ::.
  if (localRanges.has(range)) return "this machine";
  return privateRanges.has(range) ? `a private network (${prefix})` : prefix;
}
