import type { FastifyInstance } from 'fastify';
import { importByTemplate } from '../../../contract/imports/registry.ts';
import { downloadTemplate } from '../../../contract/templates.ts';
import { templateOf } from '../../../domain/import/template.ts';
import type { ServerContext } from '../../context.ts';
import { smallWorkbook } from '../../files/xlsx.ts';
import { requireRight } from '../../http/call.ts';
import { notFound } from '../../base/envelope.ts';
import { registerRaw } from '../../http/registrar.ts';

/** Registers the download of import templates, which are generated from the imports' declarations (UPLOAD-8, G64). */
export function templateRoutes(app: FastifyInstance, context: ServerContext): void {
  registerRaw(app, context, downloadTemplate, async ({ person, entity, reply }, { fileName }) => {
    const declaration = importByTemplate(fileName, context.declared.resources);
    if (!declaration) throw notFound(`There is no template "${fileName}". Download it from the import dialog again.`);
    requireRight(person, entity, declaration.permission);
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="${declaration.templateFile}"`)
      .header('cache-control', 'no-store')
      .send(smallWorkbook(templateOf(declaration)));
  });
}
