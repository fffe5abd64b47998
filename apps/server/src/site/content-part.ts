/** What visitors read and write, wired: the blog, the contact form, the newsletter. */
import { createBlogService } from '../content/blog/service.ts';
import { blogRoutes } from '../content/blog/routes.ts';
import type { PostLibrary } from '../content/blog/post-library.ts';
import { contactRoutes } from '../content/contact/routes.ts';
import { createContactService } from '../content/contact/service.ts';
import { newsletterRoutes } from '../content/newsletter/routes.ts';
import { createNewsletterService } from '../content/newsletter/service.ts';
import type { AddressHash } from '../platform/secrets/address-hash.ts';
import type { AttemptLimiter } from '../platform/attempt-limiter.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireContent = (
  deps: PartDeps,
  outside: {
    library: PostLibrary;
    limiter: AttemptLimiter;
    hashAddress: AddressHash;
    mailer: Mailer;
    directMailer: Mailer;
    siteUrl: () => string;
  },
): SitePart[] => {
  const { database, entropy, log, settings } = deps;
  const { library, limiter } = outside;
  const { operatorEmail } = settings;
  const contact = createContactService({
    ...outside,
    mailer: outside.directMailer,
    database,
    log,
    operatorEmail,
  });
  const newsletter = createNewsletterService({ ...outside, database, entropy, log });
  return [
    {
      routes: blogRoutes(createBlogService(database, limiter, library)),
      load: library.load,
      stop: library.stop,
    },
    { routes: contactRoutes(contact), cleaning: contact.cleaning },
    {
      routes: newsletterRoutes(newsletter, outside.siteUrl),
      clean: () => newsletter.deleteOldRequests(),
    },
  ];
};
