UPDATE "modules" SET "permission" = 'rate_management.shop', "version" = "version" + 1
 WHERE "path" = '/opsasf/shops' AND "permission" = 'rate_management.shipping_fee_rule';
