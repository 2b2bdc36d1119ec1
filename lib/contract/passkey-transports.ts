/** The transports that deployed clients know. They fail on any other. */
export const passkeyTransports = [
  "ble",
  "hybrid",
  "internal",
  "nfc",
  "usb",
  "cable",
  "smart-card",
] as const;
