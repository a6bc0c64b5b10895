// One observer for all that waits to be seen, as a page may have a thousand of them.

const waiting = new Map<Element, () => void>();
const observers = new Map<number, IntersectionObserver>();

function observerFor(near: number): IntersectionObserver {
  const known = observers.get(near) ?? new IntersectionObserver(look, { rootMargin: `${near}px` });
  observers.set(near, known);
  return known;
}

function look(entries: IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    const run = waiting.get(target);
    waiting.delete(target);
    observer.unobserve(target);
    run?.();
  }
}

/**
 * Runs once, when the element is in sight or no further than `near` pixels from it; the returned
 * function gives up waiting.
 */
export function whenInSight(element: Element, near: number, run: () => void): () => void {
  const observer = observerFor(near);
  waiting.set(element, run);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer.unobserve(element);
  };
}
