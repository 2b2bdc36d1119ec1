/** Skeleton of a loading detail page. */
export function DetailSkeleton() {
  const block = "animate-pulse rounded-2xl bg-sunken motion-reduce:animate-none";
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <div className={`h-16 w-2/3 ${block}`} />
      <div className={`h-72 ${block}`} />
      <div className={`h-48 ${block}`} />
    </div>
  );
}
