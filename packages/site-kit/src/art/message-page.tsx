/** A page with nothing but a message, on a stub in front of the fair. */
import type { ComponentProps } from 'react';
import { Message } from '../ui/message.tsx';
import { ScenePage } from './scene-page.tsx';

export const MessagePage = (message: ComponentProps<typeof Message>) => (
  <ScenePage className="flex min-h-(--page-height) flex-col items-center px-4 pt-20 pb-24">
    <div className="bites-top flex min-h-100 w-full max-w-[720px] flex-col rounded-b-panel bg-panel md:min-h-120">
      <Message {...message} />
    </div>
  </ScenePage>
);
