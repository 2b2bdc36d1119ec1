"use client";

import { useEffect } from "react";

/**
 * Keeps the chosen tenancy for pages of the installation, whose address names none. The cookie ends
 * with the browser's session, and grants nothing: those pages check the operator's role.
 */
export function KeepTenancy({ tenancyId }: { tenancyId: string }) {
  useEffect(() => {
    const secure = window.location.protocol === "https:" ? "; secure" : "";
    document.cookie = `keystead-tenancy=${tenancyId}; path=/console; samesite=lax${secure}`;
  }, [tenancyId]);
  return null;
}
