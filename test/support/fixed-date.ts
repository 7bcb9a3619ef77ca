// Imported first: PDFs that are made from now on have the same date, so that equal ones have equal bytes.
process.env["SOURCE_DATE_EPOCH"] = "1700000000";
