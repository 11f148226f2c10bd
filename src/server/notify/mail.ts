import { createTransport } from 'nodemailer';
import { plainText } from './template.ts';

/** Sends e-mails by SMTP, if a server is configured. */
export interface Mailer {
  /** @throws Error with the mail server's message */
  send: (message: MailMessage) => Promise<void>;
  close: () => void;
}

export interface MailMessage {
  to: string;
  /** A key that is the same in every attempt. */
  key: string;
  /** The rendered content, which is already escaped. */
  subject: string;
  body: string;
  /** The address of the page that shows what the message is about; only known if OPS_BASE_URL is set. */
  link?: string | undefined;
}

const WAIT_MILLIS = 10_000;

/** @param from the sender address */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: WAIT_MILLIS,
    greetingTimeout: WAIT_MILLIS,
    socketTimeout: 2 * WAIT_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const [, host = 'ops-portal'] = from.replace(/>$/, '').split('@');
  return {
    send: async ({ to, key, subject, body, link }) => {
      await transport.sendMail({
        from,
        to,
        // A mailbox recognizes by this id that a message was resent.
        messageId: `<${key}@${host}>`,
        subject: plainText(subject).replace(/\s+/g, ' '),
        text: `${plainText(body)}${link === undefined ? '' : `\n\n${link}`}`,
        html: `<div style="white-space: pre-wrap">${body}</div>${link === undefined ? '' : `<p><a href="${link}">${link}</a></p>`}`,
      });
    },
    close: () => transport.close(),
  };
}
