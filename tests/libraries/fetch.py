#!/usr/bin/python3
"""fetch.py FOLDER PACKAGE=VERSION... - brings the assemblies of NuGet packages, and of what those need, into FOLDER.

A scratch project is restored by `dotnet` as it is set up on this machine; its list of assets says which files a program for
.NET Framework 4.7.2 loads. Files of a package's folder `tools` come along for packages that have nothing but tools.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROJECT = """<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net472</TargetFramework>
    <AutomaticallyUseReferenceAssemblyPackages>false</AutomaticallyUseReferenceAssemblyPackages>
    <WarningsNotAsErrors>NU1603</WarningsNotAsErrors>
  </PropertyGroup>
  <ItemGroup>
%s
  </ItemGroup>
</Project>
"""


class NotFetched(Exception):
    pass


def restore(packages, folder):
    """The scratch project's assets."""
    lines = [f'    <PackageReference Include="{name}" Version="{version}" />' for name, version in packages]
    with open(os.path.join(folder, "scratch.csproj"), "w", encoding="utf-8") as f:
        f.write(PROJECT % "\n".join(lines))
    if not shutil.which("dotnet"):
        raise NotFetched("there is no dotnet on PATH")
    # In the folder of assemblies, not the user's: what is fetched here is not looked at by anything else.
    command = ["dotnet", "restore", "--packages", os.path.join(folder, "packages")]
    environment = {**os.environ, "DOTNET_CLI_TELEMETRY_OPTOUT": "1", "DOTNET_NOLOGO": "1", "DOTNET_CLI_UI_LANGUAGE": "en"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=240)
    except subprocess.TimeoutExpired as e:
        raise NotFetched("dotnet restore took more than 240 s") from e
    if done.returncode:
        raise NotFetched("dotnet restore: " + done.stdout.decode("utf-8", "replace").strip()[-400:])
    with open(os.path.join(folder, "obj", "project.assets.json"), encoding="utf-8") as f:
        return json.load(f)


def copy(assets, scratch, out):
    target = next(iter(assets["targets"].values()))
    for key, package in target.items():
        root = os.path.join(scratch, "packages", assets["libraries"][key]["path"])
        files = [os.path.join(root, path) for path in package.get("runtime", {}) if path.endswith(".dll")]
        if not files and "runtime" not in package:
            files = glob.glob(os.path.join(root, "tools", "*.*"))
        for path in files:
            if os.path.isfile(path):
                shutil.copy(path, out)


def fetch(out, packages):
    """Does nothing when the same packages are there already."""
    wanted = "".join(f"{name} {version}\n" for name, version in packages)
    stamp = os.path.join(out, "fetched.txt")
    if os.path.exists(stamp):
        with open(stamp, encoding="utf-8") as f:
            if f.read() == wanted:
                return
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as scratch:
        copy(restore(packages, scratch), scratch, out)
    with open(stamp, "w", encoding="utf-8") as f:
        f.write(wanted)


if __name__ == "__main__":
    try:
        fetch(sys.argv[1], [tuple(word.split("=", 1)) for word in sys.argv[2:]])
    except NotFetched as e:
        sys.exit(f"fetch.py: {e}")
