import { Notice } from "@/components/ui/notice";

export function NotSending() {
  return (
    <Notice tone="info" title="Keystead doesn’t send to webhooks yet">
      You can prepare endpoints and their secrets. Until deliveries exist, let your application
      follow the events with an API key.
    </Notice>
  );
}
