/**
 * The LibreOffice libraries that read Office files, lay out, draw and write PDF. `prune.ts` adds their dependencies.
 */
const LIBRARIES = [
  // the core, Writer, Calc, and what they read
  ...["libmergedlo", "libswlo", "libsclo", "libsw_writerfilterlo", "libscfiltlo", "libmswordlo", "libmsformslo"],
  ...["libvbaobjlo", "libvbaswobjlo", "libstoragefdlo", "libembobj", "libemboleobj", "libcached1"],
  // equations
  "libsmlo",
  // presentations and drawings
  ...["libsdlo", "libanimcorelo"],
  // PDF, and pictures that are PDF
  ...["libpdffilterlo", "libpdfiumlo", "libcairocanvaslo", "libclewlo"],
  // functions of Calc
  ...["libanalysislo", "libdatelo", "libpricinglo", "libdbalo", "libdbahsqllo"],
  // locales and alphabets
  ...["libi18nlangtag", "liblocaledata_", "libcollator_data", "libindex_data", "libdict_", "libtextconv_dict"],
  "libsal_textenclo",
  // UNO, the component model
  ...["libbootstraplo", "libgcc3_uno", "libintrospectionlo", "libinvocadaptlo", "libinvocationlo", "libiolo"],
  ...["libjvmaccesslo", "libjvmfwklo", "libloglo", "liblog_uno", "libnamingservicelo", "libproxyfaclo"],
  ...["libreflectionlo", "libreglo", "libstocserviceslo", "libstorelo", "libuno_", "libunoidllo", "libuuresolverlo"],
  ...["libaffine_uno", "libunsafe_uno", "libbinaryurplo", "libxmlreaderlo"],
  // ZIP packages and their signatures; libraries that access the network, such as `libucpdav1`, are left out
  ...["libucppkg1", "libxmlsecurity", "libxsec_xmlsec", "libmozbootstraplo"],
];

/** Whether a file of `program/` belongs to the tree. */
export const isProgram = (file: string): boolean =>
  file.includes(".so") ? LIBRARIES.some((start) => file.startsWith(start)) : /(rc|\.rdb|^soffice\.bin)$/.test(file);

/** The libraries that LibreOffice opens by name at run time: NSS, whose digests the PDF writer uses. */
export const OPENED_BY_NAME: readonly string[] = ["libsoftokn3.so", "libfreebl3.so", "libfreeblpriv3.so"];

/** The folders of LibreOffice that are copied. */
export const COPIED_FOLDERS: readonly string[] = [
  "program/services",
  "program/types",
  "program/resource/common",
  "presets",
  "share/calc",
  "share/filter",
  "share/palette",
  "share/autocorr",
  "share/config/soffice.cfg",
  "share/config/images_colibre.zip",
  "share/fonts",
  "share/registry",
];

/** The folders that LibreOffice needs but that may be empty. */
export const EMPTY_FOLDERS: readonly string[] = [
  "basic",
  "extensions",
  "uno_packages",
  "template",
  "gallery",
  "wordbook",
  "xslt",
  "Scripts",
].map((name) => `share/${name}`);

const UNUSED_INTERFACE =
  /\/(notebookbar\w*|menubar|toolbar|popupmenu|statusbar|sidebar|cui|dbaccess|swform|swreport|swxform|sabpilot|db\w+|sglobal|sweb|StartModule|BasicIDE|sbibliography)(\/|$)/;

/** Whether a file of the copied folders is left out: samples, and the user interface of parts that are not in the tree. */
export const isLeftOut = (path: string): boolean =>
  path.endsWith(".sample") || (path.includes("soffice.cfg") && UNUSED_INTERFACE.test(path));
