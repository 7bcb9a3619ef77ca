import { script, style } from "./libraries.ts";
import { document, type MovingPage } from "./page.ts";

const MONTHS = JSON.stringify(["Jan", "Feb", "Mar", "Apr", "May", "Jun"]);
const SALES = "[12,19,3,5,2,30]";
const POINTS = "[{x:1,y:2,r:5},{x:2,y:6,r:9},{x:4,y:3,r:15}]";

const chartJs = (type: string, options = "{}", wrap = "<div style='width:600px'><canvas id=c></canvas></div>") => {
  const data = ["scatter", "bubble"].includes(type) ? POINTS : SALES;
  const set = `{label:"Sales",data:${data},backgroundColor:["#e33","#3a3","#33e","#aa3","#3aa","#a3a"],borderColor:"#333"}`;
  return document(
    script("chart.js/dist/chart.umd.js"),
    `${wrap}<script>new Chart(c,{type:"${type}",data:{labels:${MONTHS},datasets:[${set}]},options:${options}})</script>`,
  );
};

const echarts = (series: string, more = "xAxis:{type:'category',data:M},yAxis:{},") =>
  document(
    script("echarts/dist/echarts.min.js"),
    `<div id=c style="width:600px;height:350px"></div><script>const M=${MONTHS};echarts.init(c).setOption({title:{text:"Sales"},${more}series:[${series}]})</script>`,
  );

const apex = (type: string, series: string, more = "") =>
  document(
    script("apexcharts/dist/apexcharts.min.js"),
    `<div id=c style="width:600px"></div><script>new ApexCharts(c,{chart:{type:"${type}",height:300},series:${series},${more}}).render()</script>`,
  );

const plain = (name: string, head: string, body: string): MovingPage => ({ name, html: document(head, body) });

/** Animated charts of the most used libraries. */
export const charts: readonly MovingPage[] = [
  ...["bar", "line", "pie", "doughnut", "radar", "polarArea", "bubble", "scatter"].map((type) => ({
    name: `chart.js ${type}`,
    html: chartJs(type),
  })),
  { name: "chart.js with a delay for each bar", html: chartJs("bar", "{animation:{delay:(x)=>x.dataIndex*300}}") },
  {
    name: "chart.js as wide as the page",
    html: chartJs("line", "{responsive:true}", "<div><canvas id=c></canvas></div>"),
  },
  {
    name: "chart.js as high as its box",
    html: chartJs("bar", "{maintainAspectRatio:false}", "<div style='height:400px'><canvas id=c></canvas></div>"),
  },
  {
    name: "chart.js below the fold",
    html: chartJs(
      "bar",
      "{}",
      "<div style='height:1500px'>Top</div><div style='width:600px'><canvas id=c></canvas></div>",
    ),
  },
  { name: "echarts bar", html: echarts(`{type:"bar",data:${SALES}}`) },
  { name: "echarts line, smooth", html: echarts(`{type:"line",smooth:true,areaStyle:{},data:${SALES}}`) },
  {
    name: "echarts pie",
    html: echarts(`{type:"pie",data:${SALES}.map((value,i)=>({value,name:M[i]}))}`, "legend:{},"),
  },
  { name: "echarts gauge", html: echarts(`{type:"gauge",data:[{value:70,name:"Load"}]}`, "") },
  { name: "echarts funnel", html: echarts(`{type:"funnel",data:${SALES}.map((value,i)=>({value,name:M[i]}))}`, "") },
  { name: "apexcharts bar", html: apex("bar", `[{data:${SALES}}]`) },
  { name: "apexcharts line", html: apex("line", `[{name:"a",data:${SALES}}]`, `xaxis:{categories:${MONTHS}}`) },
  { name: "apexcharts donut", html: apex("donut", SALES, `labels:${MONTHS}`) },
  { name: "apexcharts radialBar", html: apex("radialBar", "[70]", `labels:["Done"]`) },
  plain(
    "plotly",
    script("plotly.js-basic-dist-min/plotly-basic.min.js"),
    `<div id=c style="width:600px;height:400px"></div><script>Plotly.newPlot(c,[{x:${MONTHS},y:${SALES},type:"bar"}],{title:{text:"Sales"}})</script>`,
  ),
  plain(
    "highcharts",
    script("highcharts/highcharts.js"),
    `<div id=c style="width:600px"></div><script>Highcharts.chart("c",{chart:{type:"column"},title:{text:"Sales"},series:[{data:${SALES},animation:{duration:2000}}]})</script>`,
  ),
  plain(
    "d3 transitions",
    script("d3/dist/d3.min.js"),
    `<svg id=c width=600 height=300></svg><script>d3.select(c).selectAll("rect").data(${SALES}).enter().append("rect").attr("x",(d,i)=>i*90).attr("y",300).attr("width",80).attr("fill","teal").transition().duration(1500).delay((d,i)=>i*200).attr("y",d=>300-d*9).attr("height",d=>d*9)</script>`,
  ),
  plain(
    "d3 force layout",
    script("d3/dist/d3.min.js"),
    `<svg id=c width=600 height=300></svg><script>const n=d3.range(12).map(i=>({i,x:i*40,y:(i*97)%300}));const g=d3.select(c).selectAll("circle").data(n).enter().append("circle").attr("r",12);d3.forceSimulation(n).force("c",d3.forceCenter(300,150)).force("m",d3.forceManyBody().strength(-60)).on("tick",()=>g.attr("cx",d=>d.x).attr("cy",d=>d.y))</script>`,
  ),
  plain(
    "chartist",
    script("chartist/dist/index.umd.js") + style("chartist/dist/index.css"),
    `<div id=c style="width:600px;height:300px"></div><script>new Chartist.LineChart("#c",{labels:${MONTHS},series:[${SALES}]},{fullWidth:true})</script>`,
  ),
  plain(
    "frappe charts",
    script("frappe-charts/dist/frappe-charts.min.umd.js"),
    `<div id=c style="width:600px"></div><script>new frappe.Chart("#c",{type:"bar",height:250,data:{labels:${MONTHS},datasets:[{values:${SALES}}]}})</script>`,
  ),
  plain(
    "uplot",
    script("uplot/dist/uPlot.iife.min.js") + style("uplot/dist/uPlot.min.css"),
    `<div id=c></div><script>new uPlot({width:600,height:300,series:[{},{stroke:"red"}],scales:{x:{time:false}}},[[1,2,3,4,5,6],${SALES}],c)</script>`,
  ),
  plain(
    "billboard.js",
    script("billboard.js/dist/billboard.pkgd.min.js") + style("billboard.js/dist/billboard.min.css"),
    `<div id=c style="width:600px"></div><script>bb.generate({bindto:"#c",data:{type:bb.bar?bb.bar():"bar",columns:[["a",12,19,3,5,2,30]]}})</script>`,
  ),
  plain(
    "roughjs",
    script("roughjs/bundled/rough.js"),
    `<svg id=c width=600 height=300></svg><script>const r=rough.svg(c);setTimeout(()=>c.append(r.rectangle(20,20,300,200,{seed:7,fill:"red"})),800)</script>`,
  ),
  plain(
    "mermaid",
    script("mermaid/dist/mermaid.min.js"),
    `<pre class=mermaid>graph TD; A[Start]-->B{Ok?}; B-->|yes|C[Done]; B-->|no|A</pre><script>mermaid.initialize({startOnLoad:true})</script>`,
  ),
  plain(
    "mathjax",
    `<script>MathJax={svg:{fontCache:'none'}}</script>${script("mathjax/es5/tex-svg.js")}`,
    "<p>When \\(a \\ne 0\\), there are two solutions: $$x = {-b \\pm \\sqrt{b^2-4ac} \\over 2a}.$$",
  ),
];
