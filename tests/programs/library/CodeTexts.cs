// CodeTexts: CodeDom writes C# and Visual Basic from a tree of declarations and statements.
using System;
using System.CodeDom;
using System.CodeDom.Compiler;
using System.IO;
using Microsoft.CSharp;
using Microsoft.VisualBasic;

class CodeTexts
{
    static void Main()
    {
        CodeCompileUnit unit = new CodeCompileUnit();
        CodeNamespace space = new CodeNamespace("Made");
        space.Imports.Add(new CodeNamespaceImport("System"));
        CodeTypeDeclaration type = new CodeTypeDeclaration("Thing") { IsPartial = true };
        type.BaseTypes.Add(typeof(IDisposable));
        type.CustomAttributes.Add(new CodeAttributeDeclaration("Serializable"));
        type.Members.Add(new CodeMemberField(typeof(int[]), "values") { InitExpression = new CodeArrayCreateExpression(typeof(int), new CodePrimitiveExpression(1), new CodePrimitiveExpression(2)) });
        CodeMemberProperty property = new CodeMemberProperty { Name = "Count", Type = new CodeTypeReference(typeof(int)), Attributes = MemberAttributes.Public | MemberAttributes.Final };
        property.GetStatements.Add(new CodeMethodReturnStatement(new CodePropertyReferenceExpression(new CodeFieldReferenceExpression(new CodeThisReferenceExpression(), "values"), "Length")));
        type.Members.Add(property);
        CodeMemberMethod method = new CodeMemberMethod { Name = "Dispose", Attributes = MemberAttributes.Public };
        method.Parameters.Add(new CodeParameterDeclarationExpression(typeof(string), "text"));
        method.Statements.Add(new CodeVariableDeclarationStatement(typeof(int), "i", new CodePrimitiveExpression(0)));
        method.Statements.Add(new CodeConditionStatement(new CodeBinaryOperatorExpression(new CodeArgumentReferenceExpression("text"), CodeBinaryOperatorType.IdentityEquality, new CodePrimitiveExpression(null)),
            new CodeThrowExceptionStatement(new CodeObjectCreateExpression(typeof(ArgumentNullException), new CodePrimitiveExpression("text")))));
        method.Statements.Add(new CodeIterationStatement(new CodeAssignStatement(new CodeVariableReferenceExpression("i"), new CodePrimitiveExpression(0)),
            new CodeBinaryOperatorExpression(new CodeVariableReferenceExpression("i"), CodeBinaryOperatorType.LessThan, new CodePrimitiveExpression(10)),
            new CodeAssignStatement(new CodeVariableReferenceExpression("i"), new CodeBinaryOperatorExpression(new CodeVariableReferenceExpression("i"), CodeBinaryOperatorType.Add, new CodePrimitiveExpression(1))),
            new CodeExpressionStatement(new CodeMethodInvokeExpression(new CodeTypeReferenceExpression(typeof(Console)), "WriteLine", new CodePrimitiveExpression("\"quoted\"\n"), new CodeCastExpression(typeof(long), new CodeVariableReferenceExpression("i"))))));
        method.Statements.Add(new CodeTryCatchFinallyStatement(new CodeStatement[] { new CodeCommentStatement("try it") }, new[] { new CodeCatchClause("e", new CodeTypeReference(typeof(Exception))) }, new CodeStatement[] { new CodeCommentStatement("at last") }));
        type.Members.Add(method);
        CodeTypeDeclaration level = new CodeTypeDeclaration("Level") { IsEnum = true };
        level.Members.Add(new CodeMemberField("Level", "Low") { InitExpression = new CodePrimitiveExpression(1) });
        space.Types.Add(type);
        space.Types.Add(level);
        unit.Namespaces.Add(space);
        foreach (CodeDomProvider provider in new CodeDomProvider[] { new CSharpCodeProvider(), new VBCodeProvider() })
        {
            StringWriter w = new StringWriter();
            provider.GenerateCodeFromNamespace(space, w, new CodeGeneratorOptions { BracingStyle = "C", IndentString = "  ", BlankLinesBetweenMembers = false });
            Console.WriteLine(w);
            Console.WriteLine("{0} {1} {2}", provider.FileExtension, provider.IsValidIdentifier("class"), provider.CreateEscapedIdentifier("class"));
        }
    }
}
