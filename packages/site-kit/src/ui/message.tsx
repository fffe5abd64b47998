/** A page, or part of one, that has nothing but a message to show: empty, failed, not found. */
import type { ReactNode } from 'react';

interface MessageProps {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}

export function Message({ title, text, children }: MessageProps) {
  return (
    <div className="mx-auto grid max-w-[720px] grow content-center justify-items-center gap-5 px-4 py-16 text-center">
      <h1 className="poster-title text-32 leading-9 text-balance md:text-48 md:leading-13">{title}</h1>
      {text ? <p className="max-w-[48ch] text-17 text-balance leading-6 text-quiet">{text}</p> : null}
      {children}
    </div>
  );
}
