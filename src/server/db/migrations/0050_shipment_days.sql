CREATE INDEX "shipments_day" ON "shipments" ("country", "shipped_on");
