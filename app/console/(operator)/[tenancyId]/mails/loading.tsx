import { PageHeader } from "@/components/ui/page-header";

export default function Loading() {
  return (
    <>
      <PageHeader title="Mails" />
      <div
        role="status"
        aria-label="Loading"
        className="h-[44rem] animate-pulse rounded-2xl bg-sunken motion-reduce:animate-none"
      />
    </>
  );
}
