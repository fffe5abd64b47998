/** Shows its children once a visitor has scrolled near them, so that others don't load them. */
import { useEffect, useRef, useState, type ReactNode } from 'react';

interface WhenNearProps {
  /** How far from the window is near. */
  withinPx?: number;
  /** For what keeps their place: where nothing around it is near, it has to be as high as they are. */
  placeClass?: string;
  children: ReactNode;
}

export function WhenNear({ withinPx = 600, placeClass, children }: WhenNearProps) {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      { rootMargin: `${withinPx}px` },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [withinPx]);
  return isNear ? children : <div ref={place} className={placeClass} />;
}
