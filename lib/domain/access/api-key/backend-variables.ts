/** The variables that a backend needs, as the lines of an .env file. Guides and examples use them. */
export const backendVariables = ({
  endpoint,
  tenancyId,
  clientId,
  apiKey,
}: {
  endpoint: string;
  tenancyId: string;
  clientId: string;
  apiKey: string;
}): string =>
  [
    `KEYSTEAD_URL=${endpoint}`,
    `KEYSTEAD_TENANCY_ID=${tenancyId}`,
    `KEYSTEAD_CLIENT_ID=${clientId}`,
    `KEYSTEAD_API_KEY=${apiKey}`,
  ].join("\n");
