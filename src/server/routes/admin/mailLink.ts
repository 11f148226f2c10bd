import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../../context.ts';
import { originOf } from '../session/origin.ts';

/** One-time password links by e-mail, if a mail server is configured (`OPS_SMTP_URL`). */

/** A link that was made for a user, below the console's own address. */
export interface MadeLink {
  email: string;
  name: string;
  path: string;
}

const textOf = ({ name }: MadeLink, url: string, by: string): string =>
  [
    `Hello ${name},`,
    '',
    `${by} gives you access to Ops Portal. Choose your password here:`,
    '',
    url,
    '',
    'The link works once, for seven days. If you did not expect this message, ignore it.',
  ].join('\n');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Sends a link to its user. Must be called after the commit: a link that is rolled back never works.
 * @param by e-mail of the administrator who made the link
 * @returns null if it was sent; otherwise why not, or '' if no mail server is configured
 */
export async function mailLink(
  context: ServerContext,
  request: FastifyRequest,
  link: MadeLink,
  by: string,
): Promise<string | null> {
  const { mail } = context.notifier;
  if (mail === null) return '';
  try {
    await mail.send({
      to: link.email,
      key: `password-${createHash('sha256').update(link.path).digest('hex').slice(0, 32)}`,
      subject: 'Your password for Ops Portal',
      body: escaped(textOf(link, originOf(context, request) + link.path, by)),
    });
    return null;
  } catch (error) {
    request.log.warn({ err: error }, 'A password link could not be sent');
    return `The mail server did not accept the message to ${link.email}. Give the link to the person in another way.`;
  }
}
