import type { OperatorRole } from "@/lib/domain/base/permission";

export interface MemberFacts {
  tenancy: { id: string; name: string; isSystem: boolean };
  member: { sub: string; email: string; role: OperatorRole };
  isSelf: boolean;
}
